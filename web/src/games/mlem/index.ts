import texts from "virtual:tables/mlem";
import { readTables } from "../../lib/csv";
import { t } from "../../lib/i18n";
import { capital, named, word } from "../../lib/words.svelte";
import type { Item, Seat } from "../../table/types";
import type { GameModule } from "..";
import Finale from "./Finale.svelte";
import Table from "./Table.svelte";

function part(text: string, seats: Seat[]): string {
  if (text.startsWith("pip:")) return t("mlem.pip.of", named(text.slice(4), seats));
  return text === "A" ? t("mlem.burner") : word("mlem", text);
}

// The dice added up; what else is done with them comes after a comma.
function flight(parts: string[], seats: Seat[]): string {
  const sum = parts.filter((text) => text !== "keep").map((text) => part(text, seats)).join(" + ");
  return t("mlem.use", parts.includes("keep") ? `${sum}, ${word("mlem", "keep")}` : sum);
}

function label(action: string, seats: Seat[]): string {
  const [verb, ...rest] = action.split(" ");
  switch (verb) {
    case "board":
      return capital(word("mlem", rest[0]));
    case "use":
      return flight(rest, seats);
    case "land":
      return t(rest[0] === "+1" ? "mlem.land.on" : rest[0] === "-1" ? "mlem.land.back" : "mlem.land");
    case "stay":
      return t("mlem.stay");
    case "crash":
      return t("mlem.crash");
    case "return":
      return t("mlem.return", word("mlem", rest[0]));
    default:
      return capital(word("mlem", verb));
  }
}

// The commander rolls.
function rolls({ notes }: Item): number | null {
  const roll = notes.find(({ id }) => id === "mlem.did.roll");
  return roll ? Number(roll.args[0].value) : null;
}

// An expedition has ended.
const rests = (item: Item | undefined): boolean => !!item?.notes.some(({ id }) => id === "mlem.did.next");

// An expedition begins when somebody boards after anything else.
function expeditions(items: Item[]): number[] {
  const boards = (item?: Item): boolean => item?.text.startsWith("board ") ?? false;
  return items.filter((item, i) => i > 0 && boards(item) && !boards(items[i - 1])).map(({ number }) => number - 1);
}

const module: GameModule = {
  Table,
  Finale,
  Board: null,
  tables: readTables(texts),
  label,
  rolls,
  rests,
  study: { iterations: 600 },
  rounds: { ends: expeditions, name: "end.round.mlem", chart: "end.chart.mlem" },
};

export default module;
