export interface S3Store {
  readonly url: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Keeps the next request that matches waiting until `release`. `arrived` is fulfilled when it is there. */
  hold(matches: (method: string, path: string) => boolean): { arrived: Promise<void>; release: () => void };
  /** The bytes of an object. */
  read(key: string): Promise<Buffer>;
  /** The keys of all objects that begin with `prefix`. */
  keys(prefix: string): Promise<string[]>;
  /** How many multipart uploads have not ended. */
  openUploads(): Promise<number>;
  stop(): Promise<void>;
}

export function startS3(): Promise<S3Store>;
