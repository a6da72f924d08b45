import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import type { MessageErrorView } from '#contract/messages/message-shapes.ts';
import { errorsAtEnd, segmentsOf } from './segments.ts';
import type { Reading } from './use-reading.ts';

interface Props {
  text: string;
  reading: Reading;
  label: string;
}

/**
 * A message in type of one width: each field says its number and name on pointing and focus, errors stand
 * out.
 */
export function MessageText({ text, reading, label }: Props) {
  const { t } = useTranslation();
  const { fields, errors } = reading;
  return (
    <section className="message-text" aria-label={label}>
      {segmentsOf(text, fields, errors).map(({ field, column, segments }) => {
        const inside = segments.map((segment, index) => {
          const key = `${column} ${index}`;
          return segment.errors.length > 0 ? (
            <mark key={key}>{segment.text}</mark>
          ) : (
            <span key={key}>{segment.text}</span>
          );
        });
        if (!field) return <span key={column}>{inside}</span>;
        const name = t('messages.field', { field: field.field, name: field.name });
        const wrong = segments.flatMap((segment) => segment.errors.map(({ message }) => message));
        const title = [name, ...new Set(wrong)].join('\n');
        return (
          <Tooltip
            key={column}
            trigger={['hover', 'focus']}
            title={<span className="message-tip">{title}</span>}
          >
            {/* No button: one would stand as a block, and a long field runs over its lines. */}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what it says on pointing it says on focus too */}
            <span role="note" tabIndex={0} className="message-field" aria-description={title}>
              {inside}
            </span>
          </Tooltip>
        );
      })}
      {errorsAtEnd(text, errors).length > 0 && <mark aria-hidden="true" className="message-missing" />}
    </section>
  );
}

interface MessageErrorsProps {
  errors: readonly MessageErrorView[];
  /** Goes to the place in the text; absent: there is nothing to go to. */
  onGo?: (error: MessageErrorView) => void;
}

/** What is wrong, each with its field and column; the way there is a button. */
export function MessageErrors({ errors, onGo }: MessageErrorsProps) {
  const { t } = useTranslation();
  if (errors.length === 0) return null;
  return (
    <ul className="message-faults" aria-label={t('messages.faults')}>
      {errors.map((error) => {
        const where = t(error.field === '' ? 'messages.column' : 'messages.columnOfField', {
          column: error.column + 1,
          field: error.field,
        });
        return (
          <li key={`${error.column} ${error.field} ${error.message}`}>
            {onGo ? (
              <button type="button" className="cw-link" onClick={() => onGo(error)}>
                {where}
              </button>
            ) : (
              <span className="cw-figures">{where}</span>
            )}{' '}
            {error.message}
          </li>
        );
      })}
    </ul>
  );
}
