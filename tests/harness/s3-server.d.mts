export interface S3Store {
  readonly url: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  stop(): Promise<void>;
}

export function startS3(): Promise<S3Store>;
