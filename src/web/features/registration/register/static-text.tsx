/** The text in a box of its own that scrolls, by keyboard too. */
export function StaticBox({ label, text, title }: { label: string; text: string; title?: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="register-text" aria-label={label} tabIndex={0}>
      {title && <h2 className="cw-title">{title}</h2>}
      <StaticText text={text} />
    </section>
  );
}

/** A static page's text: an empty line begins a paragraph, a line that begins with `# ` is a heading. */
function StaticText({ text }: { text: string }) {
  const blocks = blocksOf(text);
  return (
    <>
      {blocks.map(({ key, heading, lines }) =>
        heading ? (
          <h3 key={key}>{lines.join(' ')}</h3>
        ) : (
          <p key={key} style={{ whiteSpace: 'pre-line' }}>
            {lines.join('\n')}
          </p>
        ),
      )}
    </>
  );
}

interface Block {
  key: string;
  heading: boolean;
  lines: string[];
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  for (const [number, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') open = null;
    else if (line.startsWith('# ')) {
      blocks.push({ key: String(number), heading: true, lines: [line.slice(2).trim()] });
      open = null;
    } else if (open) open.lines.push(line);
    else {
      open = { key: String(number), heading: false, lines: [line] };
      blocks.push(open);
    }
  }
  return blocks;
}
