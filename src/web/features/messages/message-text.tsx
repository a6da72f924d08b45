import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FaultView } from '#contract/messages/message-shapes.ts';
import { faultsAtEnd, segmentsOf } from './segments.ts';
import type { Reading } from './use-reading.ts';

interface Props {
  text: string;
  reading: Reading;
  label: string;
}

/** A message in type of one width: each field says its number and name on pointing and focus, faults stand out. */
export function MessageText({ text, reading, label }: Props) {
  const { t } = useTranslation();
  const { fields, faults } = reading;
  return (
    <section className="message-text" aria-label={label}>
      {segmentsOf(text, fields, faults).map(({ field, column, segments }) => {
        const inside = segments.map((segment, index) => {
          const key = `${column} ${index}`;
          return segment.faults.length > 0 ? (
            <mark key={key}>{segment.text}</mark>
          ) : (
            <span key={key}>{segment.text}</span>
          );
        });
        if (!field) return <span key={column}>{inside}</span>;
        const name = t('messages.field', { field: field.field, name: field.name });
        const wrong = segments.flatMap((segment) => segment.faults.map(({ message }) => message));
        const said = [name, ...new Set(wrong)].join('\n');
        return (
          <Tooltip
            key={column}
            trigger={['hover', 'focus']}
            title={<span className="message-tip">{said}</span>}
          >
            {/* No button: one would stand as a block, and a long field runs over its lines. */}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what it says on pointing it says on focus too */}
            <span role="note" tabIndex={0} className="message-field" aria-description={said}>
              {inside}
            </span>
          </Tooltip>
        );
      })}
      {faultsAtEnd(text, faults).length > 0 && <mark aria-hidden="true" className="message-missing" />}
    </section>
  );
}

interface FaultsProps {
  faults: readonly FaultView[];
  /** Goes to the place in the text; absent: there is nothing to go to. */
  onGo?: (fault: FaultView) => void;
}

/** What is wrong, each with its field and column; the way there is a button. */
export function MessageFaults({ faults, onGo }: FaultsProps) {
  const { t } = useTranslation();
  if (faults.length === 0) return null;
  return (
    <ul className="message-faults" aria-label={t('messages.faults')}>
      {faults.map((fault) => {
        const where = t(fault.field === '' ? 'messages.column' : 'messages.columnOfField', {
          column: fault.column + 1,
          field: fault.field,
        });
        return (
          <li key={`${fault.column} ${fault.field} ${fault.message}`}>
            {onGo ? (
              <button type="button" className="cw-link" onClick={() => onGo(fault)}>
                {where}
              </button>
            ) : (
              <span className="cw-figures">{where}</span>
            )}{' '}
            {fault.message}
          </li>
        );
      })}
    </ul>
  );
}
