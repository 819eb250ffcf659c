export interface S3Store {
  readonly url: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Keeps the next request that matches waiting until `release`. `arrived` is fulfilled when it is there. */
  hold(matches: (method: string, path: string) => boolean): { arrived: Promise<void>; release: () => void };
  stop(): Promise<void>;
}

export function startS3(): Promise<S3Store>;
