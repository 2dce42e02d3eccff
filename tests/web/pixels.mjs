// Pictures of the page compared pixel by pixel; a page decodes them.

// How many pixels of two screenshots differ.
export async function differing(page, one, other) {
  if (one.equals(other)) return 0;
  return page.evaluate(
    async (pictures) => {
      const [a, b] = await Promise.all(
        pictures.map(async (data) => {
          const image = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))]));
          const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
          canvas.drawImage(image, 0, 0);
          return canvas.getImageData(0, 0, image.width, image.height);
        }),
      );
      if (a.width !== b.width || a.height !== b.height) return Infinity;
      let found = 0;
      for (let i = 0; i < a.data.length; i += 4) {
        if ([0, 1, 2].some((j) => a.data[i + j] !== b.data[i + j])) found++;
      }
      return found;
    },
    [one, other].map((bytes) => bytes.toString("base64")),
  );
}

// A grey picture of each element, 24 × 24, as numbers.
export async function greys(page, locator) {
  const found = [];
  for (const element of await locator.all()) {
    const bytes = (await element.screenshot()).toString("base64");
    found.push(
      await page.evaluate(async (data) => {
        const image = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))]));
        const canvas = new OffscreenCanvas(24, 24).getContext("2d");
        canvas.drawImage(image, 0, 0, 24, 24);
        const { data: rgba } = canvas.getImageData(0, 0, 24, 24);
        return Array.from({ length: 576 }, (_, i) => 0.3 * rgba[4 * i] + 0.59 * rgba[4 * i + 1] + 0.11 * rgba[4 * i + 2]);
      }, bytes),
    );
  }
  return found;
}

// Which of the grey pictures look alike: few of their 576 points differ plainly.
export function lookAlike(pictures, what) {
  const found = [];
  pictures.forEach((one, i) => {
    pictures.slice(i + 1).forEach((other, j) => {
      const points = one.filter((grey, at) => Math.abs(grey - other[at]) > 40).length;
      if (points < 24) found.push(`${what} ${i + 1} and ${i + j + 2} look alike without colours: ${points} points differ`);
    });
  });
  return found;
}
