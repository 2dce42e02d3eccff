import { readTables } from "../../lib/csv";
import { t } from "../../lib/i18n";
import { capital, named, word } from "../../lib/words.svelte";
import type { Seat } from "../../table/types";
import type { GameModule } from "..";
import Board from "./Board.svelte";

const texts = import.meta.glob<string>("@data/mlem/*.csv", { query: "?raw", import: "default", eager: true });

function part(text: string, seats: Seat[]): string {
  if (text.startsWith("pip:")) return t("mlem.pip.of", named(text.slice(4), seats));
  return word("mlem", text);
}

function label(action: string, seats: Seat[]): string {
  const [verb, ...rest] = action.split(" ");
  switch (verb) {
    case "board":
      return capital(word("mlem", rest[0]));
    case "use":
      return t("mlem.use", rest.map((text) => part(text, seats)).join(" + "));
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

const module: GameModule = { Board, tables: readTables(texts), label };

export default module;
