export interface Film {
  /** As `640x360`. */
  readonly size: string;
  readonly seconds: number;
  /** Pictures a second, 25 otherwise. */
  readonly rate?: number;
  /** Up to 100: the more, the larger the file. */
  readonly noise?: number;
  readonly silent?: boolean;
  /** What ffmpeg is told of its encoders; `h264()` otherwise. */
  readonly coding?: readonly string[];
}

/** H.264 and AAC, which processing copies; of an option that is given twice, ffmpeg takes the last. */
export function h264(...options: string[]): string[];

/** Makes a film in `file`, in the format of its ending. Returns `file`. */
export function makeFilm(file: string, film: Film): Promise<string>;
