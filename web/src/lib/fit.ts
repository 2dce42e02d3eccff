// A board made of boxes fills its room: as large as fits without scrolling,
// within limits. It grows when the room changes, and shrinks when there is more
// on it; narrow rooms scroll instead. How much it may say at normal size stands
// in data-detail: 2 everything, 1 the most important, 0 names only.
const STEPS = [1.75, 1.6, 1.45, 1.32, 1.2, 1.1, 1, 0.95];
const NORMAL = STEPS.indexOf(1);
const MOST = 2;

export function fit(content: HTMLElement, narrow = 700): { destroy(): void } {
  const room = content.parentElement!;
  let size = 0; // of the room, when it was fitted last
  let step = 0;
  let detail = 0;

  const set = (much: number, to: number): void => {
    detail = much;
    step = to;
    content.style.zoom = String(STEPS[to]);
    content.dataset.detail = String(much);
  };
  const over = (): boolean => room.scrollHeight > room.clientHeight + 2;

  function shrink(): void {
    while (over()) {
      if (step < (detail ? NORMAL : STEPS.length - 1)) set(detail, step + 1);
      else if (detail) set(detail - 1, 0);
      else return;
    }
  }

  const watch = new ResizeObserver(() => {
    const now = room.clientWidth * 10_000 + room.clientHeight;
    if (room.clientWidth < narrow) set(0, NORMAL);
    else if (now !== size) set(MOST, 0);
    size = now;
    if (room.clientWidth >= narrow) shrink();
  });
  watch.observe(room);
  watch.observe(content);
  return { destroy: () => watch.disconnect() };
}
