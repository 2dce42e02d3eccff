// Lift Off's table: whole matches in which no region moves, and what the findings
// of earlier looks ask of the page.
import { axe, open, openMatch, QUICK } from "./browser.mjs";
import { FREE, SIZES, wholeMatch } from "./regions.mjs";

const NEXT = { ...QUICK, next: true };

export const tests = {
  "Lift Off's table: no region moves in a whole match, at three sizes": async ({ browser, url }) => {
    const problems = [];
    for (const size of SIZES) {
      const { page, close, problems: seen } = await open(browser, url, { size, settings: NEXT });
      await openMatch(page, url, "liftoff", ["Ada", "Bo"], [], { bots: [null, "easy"] });
      await page.locator(FREE).first().waitFor();
      problems.push(...(await axe(page)));
      await wholeMatch(page, problems, `${size.width} × ${size.height}`);
      problems.push(...(await axe(page)), ...seen);
      await close();
    }
    return problems;
  },
};
