// The choices of a decision as cards, in groups: what each is called, costs,
// brings and leaves, from the engine's facts. Nothing is reckoned here.
import { t, type Key } from "../../lib/i18n";
import { capital, filled, word } from "../../lib/words.svelte";
import type { Fact } from "../../table/facts";
import { points, sign, techName, type Look } from "./look.svelte";

export interface Band {
  text: string;
  tone: "good" | "mut" | "warn";
}

export interface Card {
  action: string;
  look: "plain" | "person" | "deck" | "objective" | "fly";
  pics: string[];
  coin: string;
  tone: "cost" | "plus" | "none";
  title: string;
  tag: string; // above the title: where the card is from
  lines: string[];
  deltas: { pic: string; text: string }[];
  band: Band | null;
  foot: string;
  off: string; // why it is impossible; "": it isn't
  done: boolean; // used up, stamped
  facts: Fact[];
}

export interface Group {
  letter: string;
  label: string;
  wide: number; // of its cards, against those of others
  prices: { price: string; now: boolean }[]; // of its steps
  cards: Card[];
}

const change = (fact: Fact): string => `${fact.before} → ${fact.after}`;

// The choice's own number, points or money, on its coin.
function coin(facts: Fact[], seat: number): Pick<Card, "coin" | "tone"> {
  const cost = facts.find(({ kind, subject }) => kind === "cost" && subject === "money");
  if (cost) return { coin: `−${(cost.before ?? 0) - (cost.after ?? 0)}`, tone: "cost" };
  const cash = facts.find((f) => f.kind === "gain" && f.subject === "cash" && f.seat === seat);
  if (cash) return { coin: sign((cash.after ?? 0) - (cash.before ?? 0)), tone: "plus" };
  const flight = facts.find(({ kind, subject }) => kind === "opens" && subject === "flight");
  if (flight) return { coin: sign((flight.after ?? 0) - (flight.before ?? 0)), tone: "plus" };
  return { coin: "", tone: "none" };
}

// What a choice means in one band: a warning first, then what opens, then points,
// then what still lacks.
function band(look: Look, facts: Fact[], seat: number): Band | null {
  const find = (kind: string, subject: string): Fact[] => facts.filter((f) => f.kind === kind && f.subject === subject && (f.seat === undefined || f.seat === seat));
  const say = (fact: Fact): string => look.play.say(fact);
  const [warn] = find("loses", "launches");
  if (warn) return { text: say(warn), tone: "warn" };
  const closed = [...find("loses", "level"), ...find("loses", "mission")][0];
  if (closed) return { text: say(closed), tone: "warn" };
  const ready = find("left", "ready")[0];
  const opened = find("opens", "level")[0];
  if (opened) return { text: ready ? `${say(opened)}: ${say(ready)}` : say(opened), tone: "good" };
  const missions = find("opens", "mission");
  if (missions.length) return { text: missions.length === 1 ? say(missions[0]) : ready ? say(ready) : say(missions[0]), tone: "good" };
  const symbol = [...find("opens", "symbol"), ...find("opens", "boost"), ...find("meets", "level"), ...find("needs", "launches")][0];
  if (symbol) return { text: say(symbol), tone: "good" };
  const scored = facts.filter((f) => f.kind === "gain" && f.seat === seat && !["cash", "technology", "lab", "weight", "income", "launch-points"].includes(f.subject));
  if (scored.length) return { text: scored.map((f) => t("lo.band.points", points((f.after ?? 0) - (f.before ?? 0)))).join(", "), tone: "good" };
  const later = facts.filter((f) => f.kind === "later" && f.seat === seat && (f.after ?? 0) !== (f.before ?? 0));
  const more = later.reduce((sum, f) => sum + (f.after ?? 0) - (f.before ?? 0), 0);
  if (more > 0) return { text: t("lo.band.later", points(more)), tone: "good" };
  const [lacks] = find("lacks", "level");
  if (lacks) return { text: say(lacks), tone: "mut" };
  return null;
}

// What is left: the money, with the launches that it pays for.
function foot(look: Look, facts: Fact[]): string {
  const left = facts.find(({ kind, subject }) => kind === "left" && subject === "money");
  return left ? look.play.say(left) : "";
}

const NUMBERS = ["lab", "launch-points", "weight", "launch-cost", "income"];

function card(look: Look, action: string, set: Partial<Card> = {}): Card {
  const facts = look.play.factsOf(action);
  const seat = look.seat;
  const numbers = facts.filter(({ subject, kind, seat: who }) => NUMBERS.includes(subject) && ["gain", "moves"].includes(kind) && who === seat);
  const others = facts.filter(({ kind, subject, seat: who }) => kind === "gain" && who !== undefined && who !== seat && subject !== "technology");
  return {
    action,
    look: "plain",
    pics: [],
    title: "",
    tag: "",
    lines: [...numbers, ...others.slice(0, 3)].map((fact) => look.play.say(fact)),
    deltas: facts.filter(({ subject, kind }) => subject === "technology" && (kind === "gain" || kind === "loses")).map((fact) => ({ pic: fact.item ?? "", text: change(fact) })),
    band: band(look, facts, seat),
    foot: foot(look, facts),
    off: "",
    done: false,
    facts,
    ...coin(facts, seat),
    ...set,
  };
}

// One action of the specialist in play.
function act(look: Look, action: string): Card {
  const [, verb, ...args] = action.split(" ");
  const lab = look.play.fact("gain", "lab", action);
  const titles: Record<string, string> = {
    green: techName("green"),
    capacity: t("lo.card.capacity"),
    propulsion: t("lo.card.propulsion"),
    lab: lab ? t("lo.card.lab", lab.before ?? 0, lab.after ?? 0) : t("lo.act.lab"),
    invest: verb === "invest" ? t(`lo.card.invest.${args[0]}` as Key) : "",
    grant: t("lo.card.grant"),
    score: t("lo.card.score"),
  };
  const pics: Record<string, string[]> = {
    green: ["green"],
    invest: args[0] === "green" ? ["station", "green"] : ["station"],
    grant: ["money"],
    score: ["points"],
  };
  return card(look, action, { title: titles[verb] ?? args.map(techName).join(" + "), pics: pics[verb] ?? (["capacity", "propulsion", "lab"].includes(verb) ? [verb] : args) });
}

// The boxes of the card in play: A, B; a used one keeps its place, stamped.
function actions(look: Look): Group[] {
  const { play, view } = look;
  const id = look.player(look.turn).played.at(-1)?.specialist ?? "";
  const row = look.row("specialists", id);
  const boxes = [row?.box1, row?.box2].filter((box): box is string => !!box);
  const groups = boxes.map((box, i): Group => {
    const legal = play.legal.filter(({ text }) => play.fact("does", undefined, text)?.place === i + 1 && text.startsWith("act "));
    const steps = view.act?.steps[box] ?? 0;
    const prices = (play.tables.boxes?.find((r) => r.box === box)?.prices ?? "").split(" ").filter(Boolean);
    const cards = legal.map(({ text }) => act(look, text));
    if (!cards.length) cards.push({ ...card(look, TRIES[box] ?? ""), title: t(`lo.box.${box}` as Key), pics: BOX_PICS[box] ?? [], off: steps ? t("lo.done.box") : "?", done: steps > 0 });
    return {
      letter: "AB"[i],
      label: t(`lo.box.${box}` as Key),
      wide: Math.max(1, cards.length),
      prices: prices.length > 1 && prices[0] !== "0" ? prices.map((price, k) => ({ price, now: k === steps })) : [],
      cards,
    };
  });
  const rest = play.legal.filter(({ text }) => text === "money" || text === "done").map(({ text }) =>
    card(look, text, text === "money" ? { title: t("lo.card.money"), pics: ["money"], lines: [t("lo.card.money.ends")] } : { title: t("lo.card.finish"), pics: ["done"], lines: [] }),
  );
  return [...groups, { letter: "", label: t(rest[0]?.action === "done" ? "lo.group.or" : boxes.length > 1 ? "lo.group.instead" : "lo.group.instead.one"), wide: 1, prices: [], cards: rest }];
}

// What is tried to learn why a box can't be used.
const TRIES: Record<string, string> = {
  grant: "act grant",
  "score-1": "act score",
  "score-2": "act score",
  "score-3": "act score",
  "buy-one": "act buy red",
  "buy-three": "act buy red",
  "buy-pair": "act pair red yellow",
  "green-one": "act green",
  "green-two": "act green",
  sell: "act sell red",
  exchange: "act exchange red yellow",
  capacity: "act capacity",
  propulsion: "act propulsion",
  lab: "act lab",
  invest: "act invest none",
};
const BOX_PICS: Record<string, string[]> = {
  grant: ["money"],
  "score-1": ["points"],
  "score-2": ["points"],
  "score-3": ["points"],
  "buy-one": ["red"],
  "buy-three": ["red", "yellow", "blue"],
  "buy-pair": ["red", "blue"],
  "green-one": ["green"],
  "green-two": ["green"],
  sell: ["money"],
  exchange: ["red", "yellow"],
  capacity: ["capacity"],
  propulsion: ["propulsion"],
  lab: ["lab"],
  invest: ["station"],
};

// A specialist: banner and boxes with prices stand in the card's facts.
function person(look: Look, action: string): Card {
  const id = action.split(" ")[1];
  const facts = look.play.factsOf(action);
  const told = band(look, facts, look.seat) ?? null;
  const given = facts.find(({ kind, subject }) => kind === "loses" && subject === "symbol" && action.startsWith("pass"));
  const knows = look.facts.survey.find((f) => f.kind === "holds" && f.subject === "known" && f.item === id && f.seat !== look.seat);
  return card(look, action, {
    look: "person",
    title: word("liftoff", id),
    pics: [id],
    tag: knows ? t("lo.tag.knows", look.play.name(knows.seat ?? 0)) : "",
    band: given ? { text: look.play.say(given), tone: "warn" } : told,
    coin: "",
    foot: "",
  });
}

function objective(look: Look, action: string): Card {
  const id = action.split(" ")[1];
  const progress = look.play.fact("progress", "objectives", action);
  const needs = look.play.fact("needs", "objectives", action);
  const worth = look.play.fact("loses", "objectives", action)?.before;
  const row = look.row("objectives", id);
  const what = row?.counts === "missions" ? t("lo.aim.missions", row.levels.replace(" ", " + ")) : t(`lo.aim.${row?.counts}` as Key, row?.colour ? techName(row.colour) : "");
  return card(look, action, {
    look: "objective",
    title: word("liftoff", id),
    lines: [`${what}: ${progress?.before ?? 0}`, ...(needs ? [look.play.say(needs)] : [])],
    band: worth === undefined ? null : { text: t("lo.pays.now", worth), tone: worth > 0 ? "good" : "mut" },
    foot: "",
  });
}

function deck(look: Look, action: string): Card {
  const level = action.split(" ")[1];
  const facts = look.play.factsOf(action);
  const fly = facts.find(({ kind }) => kind === "chance");
  const draws = facts.find(({ kind, subject }) => kind === "next" && subject === "draw");
  const lacks = facts.find(({ kind, subject }) => kind === "lacks" && subject === "level");
  return card(look, action, {
    look: "deck",
    title: t("lo.level", level),
    tag: draws ? t((draws.after ?? 0) === 1 ? "lo.card" : "lo.cards", draws.after ?? 0) : "",
    lines: [],
    band: lacks ? { text: look.play.say(lacks), tone: "warn" } : fly ? { text: look.play.say(fly), tone: (fly.chance ?? 0) > 0.5 ? "good" : "mut" } : null,
    foot: "",
  });
}

function mission(look: Look, id: string): string[] {
  const row = look.row("missions", id);
  const fx = look.effect(row);
  return [t("lo.card.mission", row?.level ?? "", row?.weight ?? "", points(Number(row?.points ?? 0))), ...(fx.text ? [`${fx.end ? "⧗ " : ""}${capital(fx.text)}`] : [])];
}

function take(look: Look, action: string): Card {
  const id = action.split(" ")[1];
  const row = look.row("missions", id);
  const flight = look.play.fact("opens", "flight", action);
  const end = look.play.fact("opens", "hourglass", action);
  const [verdict] = look.missionsOf(look.play.factsOf(action), look.seat);
  return card(look, action, {
    title: word("liftoff", id),
    pics: [id],
    lines: mission(look, id),
    coin: sign(Number(row?.points ?? 0)),
    tone: "plus",
    band: flight ? { text: t("lo.take.flown", flight.after ?? 0), tone: "good" } : verdict ? { text: look.play.say(verdict), tone: "warn" } : null,
    foot: end ? t("lo.take.end", (end.after ?? 0) - (end.before ?? 0)) : flight ? t("lo.take.ready") : t("lo.take.waits"),
  });
}

function load(look: Look, id: string, legal: boolean): Card {
  const action = `load ${id}`;
  const row = look.row("missions", id);
  const flight = look.play.fact("opens", "flight", action);
  const room = look.play.fact("left", "weight", action);
  const lost = look.earth(look.seat).find((m) => m.id === id && !m.aboard);
  const [, ...what] = mission(look, id);
  return card(look, action, {
    title: word("liftoff", id),
    pics: [id],
    lines: what.length ? what : [t("lo.load.points")],
    coin: sign(Number(row?.points ?? 0)),
    tone: legal ? "plus" : "none",
    band: legal ? (flight ? { text: t("lo.load.scores", flight.after ?? 0), tone: "good" } : null) : { text: lost ? look.play.say(lost) : "", tone: "warn" },
    foot: legal && room ? `${t("lo.weight.of", row?.weight ?? "")}: ${look.play.say(room)}` : t("lo.weight.of", row?.weight ?? ""),
    off: legal ? "" : (lost ? look.play.say(lost) : t("lo.load.off")),
  });
}

function prepare(look: Look): Group[] {
  const { play } = look;
  const on = look.earth(look.seat).filter(({ aboard }) => !aboard).map(({ id }) => id);
  const loads = on.map((id) => load(look, id, play.isLegal(`load ${id}`))).sort((a, b) => Number(!!a.off) - Number(!!b.off));
  const boosts = play.legal.filter(({ text }) => text.startsWith("boost ")).map(({ text }) => {
    const id = text.slice(6);
    const gain = play.fact("gain", "weight", text);
    return card(look, text, { title: t("lo.card.boost", (gain?.after ?? 0) - (gain?.before ?? 0)), pics: [id], lines: [word("liftoff", id)], band: gain ? { text: play.say(gain), tone: "good" } : null, foot: t("lo.boost.for") });
  });
  const go = play.legal.filter(({ text }) => text === "go").map(({ text }) => {
    const does = play.fact("does", "go", text);
    return card(look, text, { look: "fly", title: t("lo.card.go"), pics: ["rocket"], band: { text: t("lo.go.scores", does?.after ?? 0), tone: "good" } });
  });
  const groups: Group[] = [];
  if (boosts.length) groups.push({ letter: "", label: t("lo.group.boost"), wide: boosts.length, prices: [], cards: boosts });
  if (loads.length) groups.push({ letter: "", label: t(go.length ? "lo.group.more" : "lo.group.load"), wide: loads.length, prices: [], cards: loads });
  if (go.length) groups.push({ letter: "", label: t("lo.group.go"), wide: 1.15, prices: [], cards: go });
  return groups;
}

function launches(look: Look): Group[] {
  const { play } = look;
  const cards = play.legal.filter(({ text }) => text.startsWith("launch ")).map(({ text }) => {
    const id = text.slice(7);
    const flight = play.fact("opens", "flight", text);
    const room = play.fact("left", "weight", text);
    const needs = play.fact("needs", "money", text);
    return card(look, text, {
      title: t(id === "lab" ? "lo.launch.lab" : "lo.launch.of", word("liftoff", id)),
      pics: [id],
      coin: needs ? `−${needs.after}` : "",
      tone: "cost",
      lines: room ? [play.say(room)] : [],
      band: flight ? { text: play.say(flight), tone: "good" } : null,
      foot: needs ? t("lo.left", (needs.before ?? 0) - (needs.after ?? 0)) : "",
    });
  });
  const done = play.legal.filter(({ text }) => text === "done").map(({ text }) => {
    const lapses = play.factsOf(text).filter(({ kind, subject }) => kind === "loses" && subject === "symbol");
    return card(look, text, { title: t("lo.card.nolaunch"), pics: ["done"], lines: lapses.map((fact) => play.say(fact)), band: null });
  });
  return [
    { letter: "", label: t("lo.group.launch"), wide: Math.max(1, cards.length), prices: [], cards },
    { letter: "", label: t("lo.group.or"), wide: 1, prices: [], cards: done },
  ];
}

function simple(look: Look): Group[] {
  const { play, view } = look;
  const made: Record<string, [(action: string) => Card, Key]> = {
    play: [(text) => person(look, text), "lo.group.hand"],
    keep: [(text) => person(look, text), "lo.group.hand"],
    pass: [(text) => person(look, text), "lo.group.hand"],
    "objective-keep": [(text) => objective(look, text), "lo.group.objectives"],
    "objective-pass": [(text) => objective(look, text), "lo.group.objectives"],
    "sell-objectives": [(text) => objective(look, text), "lo.group.sell"],
    deck: [(text) => deck(look, text), "lo.group.decks"],
    take: [(text) => take(look, text), "lo.group.drawn"],
    direction: [
      (text) => card(look, text, { title: t(`lo.card.${text.split(" ")[1]}` as Key), pics: [text.split(" ")[1]], lines: play.factsOf(text).filter(({ kind }) => kind === "moves" || kind === "next").map((fact) => play.say(fact)) }),
      "lo.group.direction",
    ],
    effect: [
      (text) => card(look, text, { title: text.split(" ").slice(2).map(techName).join(" → "), pics: text.split(" ").slice(2) }),
      "lo.group.effect",
    ],
  };
  const [make, label] = made[view.step] ?? [(text: string) => card(look, text, { title: capital(play.say(play.fact("does", undefined, text)) || text) }), "lo.group.or" as Key];
  const main = play.legal.filter(({ text }) => text !== "done");
  const done = play.legal.filter(({ text }) => text === "done");
  const cards = main.map(({ text }) => make(text));
  // Drawn missions that can't be kept stay in sight.
  if (view.step === "take") {
    const kept = new Set(main.map(({ text }) => text.slice(5)));
    for (const id of look.player(look.turn).drawn) {
      if (id === "?" || kept.delete(id)) continue;
      cards.push({ ...take(look, `take ${id}`), off: "?", band: { text: "", tone: "warn" }, foot: t("lo.take.discard") });
    }
  }
  const groups: Group[] = [{ letter: "", label: t(label), wide: Math.max(1, cards.length), prices: [], cards }];
  if (done.length) {
    const key = { take: "lo.card.enough", effect: "lo.card.enough", "sell-objectives": "lo.card.keepall" }[view.step as string] ?? "lo.card.finish";
    const { band: told, ...rest } = card(look, "done");
    groups.push({ letter: "", label: t(view.step === "sell-objectives" ? "lo.group.keep" : "lo.group.or"), wide: 1, prices: [], cards: [{ ...rest, band: view.step === "sell-objectives" ? { text: t("lo.sell.none"), tone: "mut" } : told, title: t(key as Key), pics: [view.step === "sell-objectives" ? "cards" : "done"] }] });
  }
  return groups;
}

// The groups of choices, in the order of their keys.
export function groupsOf(look: Look): Group[] {
  if (!look.play.decides) return [];
  switch (look.view.step) {
    case "act":
      return actions(look);
    case "prepare":
      return prepare(look);
    case "launch":
      return launches(look);
    default:
      return simple(look);
  }
}

// Exchanges are chosen in a grid: what is given against what is taken.
export function exchanges(look: Look): { give: string; take: string; action: string }[] {
  return look.play.legal.flatMap(({ text }) => {
    const [verb, second, ...rest] = text.split(" ");
    if (verb === "act" && second === "exchange") return [{ give: rest[0], take: rest[1], action: text }];
    if (verb === "effect" && rest.length === 2) return [{ give: rest[0], take: rest[1], action: text }];
    return [];
  });
}

// A box of a specialist in words, with its prices.
export function boxWords(look: Look, box: string): string {
  const row = look.play.tables.boxes?.find((r) => r.box === box);
  if (!row?.prices) return t(box === "lab" ? "lo.act.lab" : "lo.act.invest");
  let sum = 0;
  const prices = row.prices.split(" ").map((price) => (sum += Number(price)));
  const args = [prices[0], prices[1] ?? "", prices[2] ?? "", row.money, row.points, row.points === "0" ? row.others_money : row.others_points];
  return capital(filled("liftoff", `box.${box}`, ...args));
}

export const bannerWords = (look: Look, id: string): string => filled("liftoff", `banner.${look.row("specialists", id)?.banner}`);
