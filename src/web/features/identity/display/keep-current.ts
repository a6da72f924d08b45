/** How often a display asks whether the product was upgraded. */
const everyMs = 60_000;

/** Of a page of the product, the script that it begins with, which every build names anew; null: it is none. */
export function entryOf(html: string): string | null {
  const script = /<script\b[^>]*\btype="module"[^>]*>/.exec(html)?.[0] ?? '';
  return /\bsrc="([^"]+)"/.exec(script)?.[1] ?? null;
}

interface Page {
  /** The page as the server gives it now; rejects where it does not answer. */
  ask(): Promise<string>;
  /** The page that runs. */
  html: string;
  reload(): void;
}

const thisPage = (): Page => ({
  async ask() {
    const response = await fetch('/', { cache: 'no-store' });
    if (!response.ok) throw new Error(`the page is answered by ${response.status}`);
    return response.text();
  },
  html: document.documentElement.outerHTML,
  reload: () => window.location.reload(),
});

/**
 * Loads a page anew once the server has another build, until the answer is called: nobody sits at a display, and the files
 * that it would still need are gone.
 */
export function keepCurrent({ ask, html, reload }: Page = thisPage()): () => void {
  const own = entryOf(html);
  const look = async () => {
    const entry = await ask().then(entryOf, () => null);
    // A server that does not answer, or a page of something before it, is no upgrade.
    if (entry !== null && own !== null && entry !== own) reload();
  };
  const timer = setInterval(() => void look(), everyMs);
  return () => clearInterval(timer);
}
