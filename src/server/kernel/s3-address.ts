/** What `FILES_URL` says of an S3-compatible store. */
export interface S3Address {
  /** `https://host:port`, without a path: buckets are addressed by path, as every such store understands. */
  origin: string;
  bucket: string;
  /** Before every key; empty, or ending in a slash. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Where files are kept. */
export type FilesPlace = { kind: 'folder'; folder: string } | ({ kind: 's3' } & S3Address);

/**
 * `s3://KEY:SECRET@host/bucket[/prefix][?region=…]` (TLS), `s3+http://…` (plain, inside one's own network), or
 * `file:///folder`. Key and secret are percent-encoded where they hold `/`, `+`, `@` or `:`. Undefined: it is none of these.
 */
export function filesPlaceIn(text: string): FilesPlace | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol === 'file:') {
    const folder = decoded(url.pathname);
    return url.host === '' && folder !== undefined && folder.length > 1
      ? { kind: 'folder', folder }
      : undefined;
  }
  // An address of a scheme of our own is not taken apart as one of the web is: it is read again as such.
  const web = { 's3:': 'https:', 's3+http:': 'http:' }[url.protocol];
  const as = web && `${web}${text.slice(text.indexOf('//'))}`;
  if (!as || !URL.canParse(as)) return undefined;
  const { origin, pathname, username, password, searchParams, hash } = new URL(as);
  const [bucket = '', ...rest] = pathname.split('/').filter(Boolean);
  const accessKeyId = decoded(username);
  const secretAccessKey = decoded(password);
  const region = searchParams.get('region') ?? 'us-east-1';
  const known = [...searchParams.keys()].every((key) => key === 'region');
  if (!accessKeyId || !secretAccessKey || !known || hash !== '') return undefined;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || !/^[a-z0-9-]+$/.test(region)) return undefined;
  if (!rest.every((part) => /^[A-Za-z0-9._-]+$/.test(part))) return undefined;
  const prefix = rest.length > 0 ? `${rest.join('/')}/` : '';
  return { kind: 's3', origin, bucket, prefix, region, accessKeyId, secretAccessKey };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
