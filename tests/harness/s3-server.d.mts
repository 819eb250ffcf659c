/** An object store, and what tests see of what is in it. */
export interface ObjectStore {
  readonly url: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** The bytes of an object. */
  read(key: string): Promise<Buffer>;
  /** The keys of the objects that begin with `prefix`, at most a thousand. */
  keys(prefix: string): Promise<string[]>;
  /** How many multipart uploads have not ended. */
  openUploads(): Promise<number>;
  stop(): Promise<void>;
}

export interface S3Store extends ObjectStore {
  /** Stores an object, as if it had been uploaded. */
  write(key: string, content: Buffer): Promise<void>;
  /** Keeps the next request that matches waiting until `release`. `arrived` is fulfilled when it is there. */
  hold(matches: (method: string, path: string) => boolean): { arrived: Promise<void>; release: () => void };
}

export function startS3(host?: string): Promise<S3Store>;
