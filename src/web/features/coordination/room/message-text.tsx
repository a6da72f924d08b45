import { Link } from 'react-router';
import { textParts } from './text-parts.ts';

/** What somebody wrote, line by line, with addresses as links and the names of those who are addressed set off. */
export function MessageText({ text, names }: { text: string; names: readonly string[] }) {
  if (text === '') return null;
  return (
    <p className="chat-text">
      {textParts(text, names).map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
        <Part key={i} {...part} />
      ))}
    </p>
  );
}

function Part({ kind, text }: { kind: 'plain' | 'mention' | 'link'; text: string }) {
  if (kind === 'mention') return <strong className="chat-mention">{text}</strong>;
  if (kind === 'plain') return text;
  const url = URL.canParse(text) ? new URL(text) : null;
  // A page of this installation opens here.
  if (url?.origin === window.location.origin)
    return <Link to={url.pathname + url.search + url.hash}>{text}</Link>;
  return (
    <a href={text} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}
