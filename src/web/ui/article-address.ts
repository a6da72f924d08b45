import type { Citation } from '#domain/documents/citations.ts';

/** Where an article is read among its document. */
export function articleAddress({ code, article }: Citation): string {
  return `/governmentInformation?document=${encodeURIComponent(code)}&article=${article}`;
}
