import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface S3Server {
  /** `http://127.0.0.1:port` */
  origin: string;
  /** By path, `/bucket/key`. */
  objects: Map<string, Buffer>;
  /** Answers that were refusals, by their code. */
  refusals: string[];
  /** The next requests are answered so, whatever they ask. */
  troubles: number[];
  close(): Promise<void>;
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
const mac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();

/**
 * As much of S3 as files need: PUT, GET with ranges, HEAD and DELETE of one bucket. Each request's signature (AWS
 * Signature Version 4) is worked out anew from the request as it arrived, by the text of the standard.
 */
export async function startS3Server(account: {
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}): Promise<S3Server> {
  const { bucket, region, accessKeyId, secretAccessKey } = account;
  const objects = new Map<string, Buffer>();
  const refusals: string[] = [];
  const troubles: number[] = [];
  const modified = new Date();

  /** The code of a refusal; undefined: the request is signed as it should be. */
  function errorIn(request: IncomingMessage, url: URL, body: Buffer): string | undefined {
    const header = (name: string) => String(request.headers[name] ?? '');
    const parts =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
        header('authorization'),
      );
    if (!parts) return 'AccessDenied';
    const [, keyId, day = '', zone, names = '', signature] = parts;
    if (keyId !== accessKeyId) return 'InvalidAccessKeyId';
    if (zone !== region) return 'AuthorizationHeaderMalformed';
    const signed = names.split(';');
    for (const needed of ['host', 'x-amz-content-sha256', 'x-amz-date']) {
      if (!signed.includes(needed)) return 'AccessDenied';
    }
    const at = header('x-amz-date');
    if (!at.startsWith(day)) return 'AccessDenied';
    if (header('x-amz-content-sha256') !== sha256(body)) return 'XAmzContentSHA256Mismatch';
    const canonical = [
      request.method,
      url.pathname
        .split('/')
        .map((part) => encodeURIComponent(decodeURIComponent(part)))
        .join('/'),
      [...url.searchParams]
        .sort()
        .map((pair) => pair.map(encodeURIComponent).join('='))
        .join('&'),
      ...signed.map((name) => `${name}:${header(name).trim().replace(/\s+/g, ' ')}`),
      '',
      names,
      header('x-amz-content-sha256'),
    ].join('\n');
    const scope = `${day}/${region}/s3/aws4_request`;
    const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n');
    const key = [region, 's3', 'aws4_request'].reduce(
      (before: Buffer, part) => mac(before, part),
      mac(`AWS4${secretAccessKey}`, day),
    );
    return mac(key, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://s3');
      const body = Buffer.concat(chunks);
      const refuse = (status: number, code: string) => {
        refusals.push(code);
        response.writeHead(status, { 'content-type': 'application/xml' });
        response.end(request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code></Error>`);
      };
      const trouble = troubles.shift();
      if (trouble) return refuse(trouble, 'SlowDown');
      const error = errorIn(request, url, body);
      if (error) return refuse(403, error);
      if (url.pathname === `/${bucket}` && request.method === 'HEAD') return response.writeHead(200).end();
      if (url.pathname === `/${bucket}` && request.method === 'GET') {
        const { searchParams } = url;
        const names = [...objects.keys()]
          .map((place) => place.slice(bucket.length + 2))
          .filter((name) => name.startsWith(searchParams.get('prefix') ?? ''))
          .sort();
        // Pages of two, so that every list has several.
        const start = Number(searchParams.get('continuation-token') ?? 0);
        const more = start + 2 < names.length;
        const items = names
          .slice(start, start + 2)
          .map(
            (name) =>
              `<Contents><Key>${name}</Key><LastModified>${modified.toISOString()}</LastModified></Contents>`,
          );
        const next = more ? `<NextContinuationToken>${start + 2}</NextContinuationToken>` : '';
        return response
          .writeHead(200, { 'content-type': 'application/xml' })
          .end(
            `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${items.join('')}</ListBucketResult>`,
          );
      }
      if (!url.pathname.startsWith(`/${bucket}/`)) return refuse(404, 'NoSuchBucket');
      const stored = objects.get(url.pathname);
      switch (request.method) {
        case 'PUT':
          // Like the real one it wants to know the length beforehand.
          if (request.headers['content-length'] === undefined) return refuse(411, 'MissingContentLength');
          objects.set(url.pathname, body);
          return response.writeHead(200, { etag: `"${sha256(body)}"` }).end();
        case 'DELETE':
          objects.delete(url.pathname);
          return response.writeHead(204).end();
        case 'GET': {
          if (!stored) return refuse(404, 'NoSuchKey');
          const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
          if (!range) return response.writeHead(200).end(stored);
          return response.writeHead(206).end(stored.subarray(Number(range[1]), Number(range[2]) + 1));
        }
        default:
          return refuse(405, 'MethodNotAllowed');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    objects,
    refusals,
    troubles,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
