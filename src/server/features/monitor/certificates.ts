import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { sql as raw } from 'kysely';
import type { Sql } from '#server/db/sql.ts';
import type { Config } from '#server/kernel/config.ts';
import type { NetworkGuard } from '#server/kernel/network-guard.ts';

/** A certificate or key that the product relies on, and how long it is valid. */
export interface Validity {
  kind: 'tls' | 'token';
  name: string;
  /** UTC ISO 8601; null: it could not be read. */
  validTo: string | null;
  /** Why not. */
  fault: string | null;
}

const patienceMs = 5_000;
const dayMs = 86_400_000;

/** Where the product speaks TLS, by its settings and records: `host:port`, each once. */
async function tlsPlaces(
  sql: Sql,
  config: Pick<Config, 'natsUrl' | 'smsUrl' | 'filesPlace' | 'origins'>,
): Promise<{ place: string; ours: boolean }[]> {
  const { rows } = await raw<{ url: string }>`
    select url from webhook where is_active and deleted_at is null
    union select address from message_gateway where kind = 'http' and is_enabled and deleted_at is null
    union select url from surveillance_source where enabled and deleted_at is null and url is not null
    union select url from information_source where deleted_at is null and url is not null
    union select coalesce(value, default_value) from parameter where key = 'map.tileUrl' and deleted_at is null`.execute(
    sql,
  );
  const { natsUrl, smsUrl, filesPlace, origins } = config;
  const set = [
    ...(natsUrl?.split(',') ?? []),
    smsUrl,
    filesPlace?.kind === 's3' ? filesPlace.origin : null,
    ...origins,
  ];
  const places = new Map<string, boolean>();
  for (const [urls, ours] of [
    [rows.map(({ url }) => url), false],
    [set, true],
  ] as const) {
    for (const url of urls) {
      const text = url?.trim().replaceAll(/\{[^}]*\}/g, 'a') ?? '';
      if (!URL.canParse(text)) continue;
      const { protocol, hostname, port } = new URL(text);
      const usual = { 'https:': '443', 'mqtts:': '8883', 'tls:': '4222' }[protocol];
      if (usual && hostname)
        places.set(
          `${hostname}:${port || usual}`,
          ours || places.get(`${hostname}:${port || usual}`) === true,
        );
    }
  }
  return [...places].map(([place, ours]) => ({ place, ours }));
}

/** When the certificate of a place ends; whether anybody trusts it is not asked here. */
function readCertificate(place: string, lookup: NetworkGuard['lookup'] | undefined): Promise<Validity> {
  const colon = place.lastIndexOf(':');
  const host = place.slice(0, colon).replace(/^\[(.*)\]$/, '$1');
  return new Promise((done) => {
    const end = (validTo: string | null, fault: string | null) => {
      socket.destroy();
      done({ kind: 'tls', name: place, validTo, fault });
    };
    const socket = connect(
      {
        host,
        port: Number(place.slice(colon + 1)),
        ...(isIP(host) === 0 ? { servername: host } : {}),
        rejectUnauthorized: false,
        ...(lookup ? { lookup } : {}),
      },
      () => {
        const { valid_to: until } = socket.getPeerCertificate();
        const at = Date.parse(until ?? '');
        if (Number.isNaN(at)) end(null, 'no certificate');
        else end(new Date(at).toISOString(), null);
      },
    );
    socket.setTimeout(patienceMs, () => end(null, 'timeout'));
    socket.on('error', (error) => end(null, error.message.slice(0, 200)));
  });
}

/** API tokens end by their date: those of the next month, the first to end first. */
async function endingTokens(sql: Sql, now: number): Promise<Validity[]> {
  const { rows } = await raw<{ name: string; at: Date | string }>`
    select t.name || ' (' || u.user_name || ')' as name, t.expires_at as at from api_token t join "user" u on u.id = t."user"
    where t.deleted_at is null and t.revoked_at is null
      and t.expires_at between ${new Date(now).toISOString()}::timestamptz and ${new Date(now + 31 * dayMs).toISOString()}::timestamptz
    order by t.expires_at limit 50`.execute(sql);
  return rows.map(({ name, at }) => ({
    kind: 'token',
    name,
    validTo: new Date(at).toISOString(),
    fault: null,
  }));
}

/** Every certificate that the product meets, read from the place itself, and every key that ends soon. */
export async function readValidities(deps: {
  sql: Sql;
  config: Pick<Config, 'natsUrl' | 'smsUrl' | 'filesPlace' | 'origins'>;
  guard: NetworkGuard;
  now: number;
}): Promise<Validity[]> {
  const { sql, config, guard, now } = deps;
  const places = await tlsPlaces(sql, config);
  const certificates = await Promise.all(
    places.map(async ({ place, ours }): Promise<Validity> => {
      // What a person wrote down leads nowhere that its own connection would not lead to.
      const host = place.slice(0, place.lastIndexOf(':')).replace(/^\[(.*)\]$/, '$1');
      const refusal = ours ? null : guard.refuses(host);
      if (refusal) return { kind: 'tls', name: place, validTo: null, fault: refusal.key };
      return readCertificate(place, ours ? undefined : guard.lookup);
    }),
  );
  return [...certificates, ...(await endingTokens(sql, now))];
}

/** Days until the first of them ends; null: none is known. */
export function daysLeft(validities: readonly Validity[], now: number): number | null {
  const ends = validities.flatMap(({ kind, validTo }) =>
    kind === 'tls' && validTo !== null ? [Date.parse(validTo)] : [],
  );
  return ends.length === 0 ? null : Math.floor((Math.min(...ends) - now) / dayMs);
}
