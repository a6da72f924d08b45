const width = 72;
const height = 18;

/** The last hour as a line without words: the figure beside it says what it is. Gaps stay gaps. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const low = Math.min(...known);
  const span = Math.max(...known) - low || 1;
  const parts: string[] = [];
  let isOpen = false;
  values.forEach((value, index) => {
    if (value !== null) {
      const x = (index / (values.length - 1)) * width;
      const y = height - 2 - ((value - low) / span) * (height - 4);
      parts.push(`${isOpen ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`);
    }
    isOpen = value !== null;
  });
  return (
    <svg className="monitor-spark" width={width} height={height} aria-hidden="true">
      <path d={parts.join('')} fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
