import { useTranslation } from 'react-i18next';
import type { NotedCount, SourceState } from '#contract/surveillance-source.ts';
import { withSuffix } from '#domain/text/numbers.ts';

/** Messages of a source: how many were read and gave a report, and which gave none. */
export function MessageCounts({ state }: { state: SourceState }) {
  const { t } = useTranslation();
  const { records, understood, others, unusable, copies } = state;
  return (
    <>
      <div className="cw-figures">{t('sources.read', { number: withSuffix(records) })}</div>
      <div className="cw-figures">{t('sources.understood', { number: withSuffix(understood) })}</div>
      {copies > 0 && (
        <div className="cw-figures" title={t('sources.copiesHelp')}>
          {t('sources.copies', { number: withSuffix(copies) })}
        </div>
      )}
      <Noted of="others" notes={others} />
      <Noted of="unusable" notes={unusable} />
    </>
  );
}

/** What was not used, and why. */
export function ErrorCounts({ state }: { state: SourceState }) {
  const { t } = useTranslation();
  if (state.errors === 0) return <span className="cw-figures">0</span>;
  return (
    <details>
      <summary className="cw-figures">{withSuffix(state.errors)}</summary>
      <ul className="cw-source-errors">
        {state.errorReasons.map(({ reason, count, example }) => (
          <li key={reason}>
            {reason} <span className="cw-figures">× {withSuffix(count)}</span>
            {example !== '' && (
              <div className="cw-source-example">
                {t('sources.example')} <code>{example}</code>
              </div>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Counts by name, each with the first that came; nothing where there are none. */
export function Noted({ of, notes }: { of: 'others' | 'unusable'; notes: readonly NotedCount[] }) {
  const { t } = useTranslation();
  if (notes.length === 0) return null;
  return (
    <details>
      <summary className="cw-figures">
        {t(`sources.${of}`, { number: withSuffix(notes.reduce((all, { count }) => all + count, 0)) })}
      </summary>
      <ul className="cw-source-errors">
        {notes.map(({ name, count, example }) => (
          <li key={name}>
            {name} <span className="cw-figures">× {withSuffix(count)}</span>
            {example !== '' && (
              <div className="cw-source-example">
                {t('sources.example')} <code>{example}</code>
              </div>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
