// Pieces move where they go. Whatever has `data-piece` is the same thing
// before and after: a copy of it flies from its old place to the new one, above
// everything, while the piece itself waits unseen. What is new comes from the
// place named by `data-from` (another element's `data-place`), or appears; a
// piece whose `data-side` has changed turns over on its way. Points fly to the
// seat that scored them.
const EASE = "cubic-bezier(.35,.05,.2,1)";

// Where a piece was, in its frame: the drawing or the board. A frame that has
// another size now is no movement.
interface Seen {
  frame: Element;
  size: DOMRect; // of the frame, then
  box: DOMRect;
  side: string | undefined;
}

function frameOf(piece: Element, root: Element): Element {
  let frame: Element = root;
  for (let up: Element | null = piece; up && up !== root; up = up.parentElement) if (up instanceof SVGSVGElement) frame = up;
  return frame;
}

// The old place as it lies now: drawings grow with their frame.
function placed({ frame, size, box }: Seen): DOMRect {
  if (!frame.isConnected) return box;
  const now = frame.getBoundingClientRect();
  const drawn = frame instanceof SVGSVGElement;
  const x = drawn ? now.width / size.width : 1;
  const y = drawn ? now.height / size.height : 1;
  return new DOMRect(now.x + (box.x - size.x) * x, now.y + (box.y - size.y) * y, box.width * x, box.height * y);
}

const piecesOf = (root: Element): (HTMLElement | SVGGraphicsElement)[] => [...root.querySelectorAll<HTMLElement | SVGGraphicsElement>("[data-piece]")];

// A copy in the layer, exactly over the piece.
function copyOf(piece: HTMLElement | SVGGraphicsElement, box: DOMRect): HTMLElement | SVGSVGElement {
  const copy = piece.cloneNode(true) as HTMLElement | SVGGraphicsElement;
  copy.removeAttribute("data-piece");
  let made: HTMLElement | SVGSVGElement;
  if (piece instanceof HTMLElement) {
    made = copy as HTMLElement;
  } else {
    const { x, y, width, height } = piece.getBBox();
    made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    made.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    copy.removeAttribute("transform");
    made.append(copy);
  }
  made.setAttribute("inert", "");
  const zoom = piece instanceof HTMLElement ? piece.getBoundingClientRect().width / piece.offsetWidth : 1;
  const px = (length: number): string => `${length / zoom}px`;
  Object.assign(made.style, { zoom: String(zoom), left: px(box.x), top: px(box.y), width: px(box.width), height: px(box.height), margin: "0" });
  return made;
}

function inside(box: DOMRect, room: DOMRect): boolean {
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  return x > room.left && x < room.right && y > room.top && y < room.bottom;
}

export class Moves {
  private seen = new Map<string, Seen>();
  private places = new Map<string, DOMRect>();
  private scores: number[] = [];
  private number = -1;
  private running = new Set<Animation>();

  // Before the view changes.
  remember(root: Element): void {
    this.seen.clear();
    this.places.clear();
    for (const piece of piecesOf(root)) {
      const frame = frameOf(piece, root);
      const seen = { frame, size: frame.getBoundingClientRect(), box: piece.getBoundingClientRect(), side: piece.dataset.side };
      this.seen.set(piece.dataset.piece!, seen);
    }
    for (const place of root.querySelectorAll<HTMLElement>("[data-place]")) this.places.set(place.dataset.place!, place.getBoundingClientRect());
  }

  // After it has: everything moves for so many ms. `number` counts the events:
  // points fly only for the one that has just happened.
  play(root: Element, layer: Element, ms: number, number: number, scores: number[]): void {
    const gains = number === this.number + 1 ? scores.map((points, i) => points - (this.scores[i] ?? 0)) : [];
    this.number = number;
    this.scores = scores;
    if (!ms) return;
    const from = new Map<number, DOMRect>(); // where each seat's points begin
    if (this.seen.size) {
      const room = root.getBoundingClientRect();
      for (const piece of piecesOf(root)) this.move(piece, room, layer, ms, from);
    }
    gains.forEach((points, seat) => points > 0 && this.score(root, layer, ms, seat, points, from.get(seat)));
  }

  // Whoever is in a hurry sees the end, of what the board itself moves too.
  finish(root: Element | undefined): void {
    const own = root?.getAnimations({ subtree: true }).filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity) ?? [];
    for (const animation of [...this.running, ...own]) animation.finish();
  }

  private move(piece: HTMLElement | SVGGraphicsElement, room: DOMRect, layer: Element, ms: number, from: Map<number, DOMRect>): void {
    const box = piece.getBoundingClientRect();
    const before = this.seen.get(piece.dataset.piece!);
    const start = before ? placed(before) : this.places.get(piece.dataset.from ?? "");
    if (!box.width || !inside(box, room)) return;
    const turned = before !== undefined && before.side !== piece.dataset.side;
    const far = start ? Math.hypot(start.x - box.x, start.y - box.y) : 0;
    if (before && far < 3 && !turned) return;
    const owner = /P([1-5])/.exec(piece.dataset.piece!);
    if (owner) from.set(Number(owner[1]) - 1, box);
    if (!start || !start.width) {
      this.run(piece.animate({ opacity: [0, 1] }, { duration: ms }));
      return;
    }
    const copy = copyOf(piece, box);
    layer.append(copy);
    const begin = `translate(${start.x - box.x}px, ${start.y - box.y}px) scale(${start.width / box.width}, ${start.height / box.height})`;
    const middle = `translate(${(start.x - box.x) / 2}px, ${(start.y - box.y) / 2}px) scale(0, 1.05)`;
    const steps = turned || !before ? [begin, middle, "none"] : [begin, "none"];
    const flight = copy.animate({ transform: steps }, { duration: ms, easing: EASE });
    piece.animate({ opacity: [0, 0] }, { duration: ms });
    this.run(flight, () => copy.remove());
  }

  private score(root: Element, layer: Element, ms: number, seat: number, points: number, from: DOMRect | undefined): void {
    const goal = document.querySelector(`[data-score="${seat}"]`)?.getBoundingClientRect();
    const start = from ?? root.querySelector(`[data-home="${seat}"]`)?.getBoundingClientRect();
    if (!goal) return;
    const sign = document.createElement("b");
    sign.className = "gain";
    sign.textContent = `+${Math.round(points * 10) / 10}`;
    layer.append(sign);
    const at = start ?? new DOMRect(goal.x, goal.y + 3 * goal.height, goal.width, goal.height);
    const way = (box: DOMRect, size: number): string => `translate(${box.x + box.width / 2}px, ${box.y}px) translateX(-50%) scale(${size})`;
    const flight = sign.animate(
      [
        { transform: way(at, 0.5), opacity: 0 },
        { transform: way(at, 1.5), opacity: 1, offset: 0.25 },
        { transform: way(at, 1.3), opacity: 1, offset: 0.5 },
        { transform: way(goal, 0.9), opacity: 0.2 },
      ],
      { duration: ms * 2.2, easing: "ease-in-out" },
    );
    this.run(flight, () => sign.remove());
  }

  private run(animation: Animation, after?: () => void): void {
    this.running.add(animation);
    const done = (): void => {
      this.running.delete(animation);
      after?.();
    };
    animation.onfinish = done;
    animation.oncancel = done;
  }
}
