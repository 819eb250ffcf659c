/** A course's picture in the widths and formats that the server stores (docs/rest-api.md, Pictures and videos). */
export interface PictureSources {
  webp: string;
  jpeg: string;
  /** For browsers that know no `srcset`. */
  fallback: string;
}

/** The addresses of a stored picture's files; null for any other address, such as that of a file just chosen. */
export function pictureSources(image: string): PictureSources | null {
  const stem = /^(\/images\/[\w-]+)\.webp$/.exec(image)?.[1];
  if (stem === undefined) return null;
  const widths = (type: string) => `${stem}-640.${type} 640w, ${stem}.${type} 1280w`;
  return { webp: widths('webp'), jpeg: widths('jpg'), fallback: `${stem}.jpg` };
}
