import { RequestError } from '#web/client/http.ts';
import { Failure } from '#web/ui/failure.tsx';

/** What is missing, in the theme's own red: antd's is too pale on a raised dark panel. */
export function ErrorText({ text }: { text: string }) {
  return <span style={{ color: 'var(--cw-error)' }}>{text}</span>;
}

/** A refusal with its rule; where it counts several errors, each of them. */
export function RefusalList({ error, title }: { error: unknown; title: string }) {
  const several = error instanceof RequestError ? Object.values(error.errors).flat() : [];
  return (
    <>
      <Failure title={title} error={error} />
      {several.length > 0 && (
        <ul style={{ margin: '8px 0 0', paddingInlineStart: 18, color: 'var(--cw-error)' }}>
          {[...new Set(several)].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </>
  );
}
