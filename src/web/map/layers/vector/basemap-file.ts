import { EtagMismatch, PMTiles, type RangeResponse, type Source } from 'pmtiles';
import { commonHeaders } from '#web/client/http.ts';

/** Reads a file of our own server in ranges, as whoever is signed in now. */
class RangeSource implements Source {
  /** What the browser has kept of a file that was replaced is of no use. */
  private reload = false;

  constructor(private readonly url: string) {}

  getKey(): string {
    return this.url;
  }

  async getBytes(
    offset: number,
    length: number,
    signal?: AbortSignal,
    etag?: string,
  ): Promise<RangeResponse> {
    const response = await fetch(this.url, {
      headers: { ...commonHeaders(), Range: `bytes=${offset}-${offset + length - 1}` },
      credentials: 'include',
      ...(signal ? { signal } : {}),
      ...(this.reload ? { cache: 'reload' } : {}),
    });
    const found = response.headers.get('etag') ?? undefined;
    if (response.status === 416 || (etag && found && found !== etag)) {
      this.reload = true;
      throw new EtagMismatch(`${this.url} was replaced`);
    }
    if (response.status !== 206) throw new Error(`${this.url}: ${response.status}`);
    return { data: await response.arrayBuffer(), ...(found ? { etag: found } : {}) };
  }
}

export function openBasemap(url: string): PMTiles {
  return new PMTiles(new RangeSource(url));
}
