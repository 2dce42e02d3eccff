// What the buttons of Lift Off say: each action as a person would say it.
import { has, t, type Key } from "../../lib/i18n";
import { capital, word } from "../../lib/words.svelte";

const tech = (id: string): string => word("liftoff", `${id}-short`);

// An action box: `act VERB` with colours, or with the bonus of an investment.
function box(verb: string, rest: string[]): string {
  if (verb === "invest" && rest[0]) return t("lo.act.invest.with", t(`lo.bonus.${rest[0]}` as Key));
  return capital(t(`lo.act.${verb}` as Key, ...(verb === "green" ? ["green"] : rest).map(tech)));
}

export function label(action: string): string {
  const [verb, first = "", ...rest] = action.split(" ");
  if (verb === "act") return box(first, rest);
  if (verb === "effect") {
    const key = rest.length > 1 ? "lo.do.effect.exchange" : "lo.do.effect";
    return t(key, word("liftoff", first), ...rest.map(tech));
  }
  const own = `lo.do.${verb}.${first}`;
  if (has(own)) return t(own);
  return t(`lo.do.${verb}` as Key, word("liftoff", first));
}
