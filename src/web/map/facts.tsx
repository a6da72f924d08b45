/** Figures with their names, as a card shows them. */
export function Facts({ facts }: { facts: [string, string][] }) {
  return (
    <dl className="cw-pairs cw-card-facts">
      {facts.map(([name, value]) => (
        <div key={name} className="cw-card-fact">
          <dt>{name}</dt>
          <dd className="cw-figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
