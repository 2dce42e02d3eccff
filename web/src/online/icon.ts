// "Your turn" in the icon of the tab.
import { BASE } from "../lib/base";

const STILL = "icon.svg";
const TURN = "icon-turn.svg";

export function showTurn(mine: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const href = BASE + (mine ? TURN : STILL);
  if (link && link.getAttribute("href") !== href) link.setAttribute("href", href);
}
