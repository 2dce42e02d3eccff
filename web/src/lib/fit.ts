// A board made of boxes fills its room: as large as fits without scrolling,
// within limits. It grows when the room changes, and shrinks when there is more
// on it; narrow rooms scroll instead.
const STEPS = [1.75, 1.6, 1.45, 1.32, 1.2, 1.1, 1, 0.95];

export function fit(content: HTMLElement, narrow = 700): { destroy(): void } {
  const room = content.parentElement!;
  let size = 0; // of the room, when it was fitted last
  let step = 0;

  const set = (to: number): void => {
    step = to;
    content.style.zoom = String(STEPS[to]);
  };
  const over = (): boolean => room.scrollHeight > room.clientHeight + 2;

  const watch = new ResizeObserver(() => {
    const now = room.clientWidth * 10_000 + room.clientHeight;
    if (room.clientWidth < narrow) set(STEPS.indexOf(1));
    else if (now !== size) set(0);
    size = now;
    while (room.clientWidth >= narrow && over() && step + 1 < STEPS.length) set(step + 1);
  });
  watch.observe(room);
  watch.observe(content);
  return { destroy: () => watch.disconnect() };
}
