import { Fragment, useState } from 'react';
import { type Citation, citedParts } from '#domain/documents/citations.ts';
import { onDemand } from './on-demand.tsx';

const ArticleDialog = onDemand(async () => (await import('./article-dialog.tsx')).ArticleDialog);

/** A rule as people cite it; each article that it names opens over the page, so that no form is lost. */
export function RuleText({ text }: { text: string }) {
  const [open, setOpen] = useState<Citation | null>(null);
  return (
    <>
      {citedParts(text).map(({ text: piece, cites }, index) =>
        cites ? (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their places
            key={index}
            type="button"
            className="cw-link cw-cites"
            aria-haspopup="dialog"
            onClick={() => setOpen(cites)}
          >
            {piece}
          </button>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their places
          <Fragment key={index}>{piece}</Fragment>
        ),
      )}
      {open && <ArticleDialog cites={open} onClose={() => setOpen(null)} />}
    </>
  );
}
