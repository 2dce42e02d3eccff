// Views have types (web/plugins/views.mjs): whoever reads a field that isn't
// there is told. Checked with the page's types; a line that is no error any
// more is one then.
import type { View as Apogee } from "../../web/src/games/apogee/view";
import type { View as Mlem } from "../../web/src/games/mlem/view";

export function mlem(view: Mlem): unknown[] {
  // @ts-expect-error: there is no such field
  const none = view.rocket.spcae;
  // @ts-expect-error: no step of that name
  const step = view.step === "fly";
  // @ts-expect-error: only with the variant
  const tokens = view.ufo.tokens;
  return [none, step, tokens, view.rocket.space, view.dice.rolled.includes("A"), view.players.P1.missions?.[0] === "?"];
}

export function apogee(view: Apogee): unknown[] {
  // @ts-expect-error: there is no such field
  const none = view.players.P1.money;
  // @ts-expect-error: no such destination
  const launches = view.players.P1.launches.pluto;
  return [none, launches, view.players.P1.crew[0].engineer === "?", view.turn.roll?.failed, view.rows.payload[0]];
}
