import { Fragment } from 'react';

/** Longer ones are prose and may break anywhere between words. */
const longestWhole = 24;

/** A value with the ` · ` between its parts: a line ends there, never within `351 m` or `780C12`. */
function Whole({ value }: { value: string }) {
  const parts = value.split(' · ');
  return parts.map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one value have no other identity
    <Fragment key={i}>
      {i > 0 && ' · '}
      {part.length > longestWhole ? part : <span className="cw-whole">{part}</span>}
    </Fragment>
  ));
}

/** Figures with their names, as a card shows them. */
export function Facts({ facts }: { facts: [string, string][] }) {
  return (
    <dl className="cw-pairs cw-card-facts">
      {facts.map(([name, value]) => (
        <div key={name} className="cw-card-fact">
          <dt>{name}</dt>
          <dd className="cw-figures">
            <Whole value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
