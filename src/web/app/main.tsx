import { collectErrors } from '#web/client/error-report.ts';
import { preferences } from '#web/client/preferences.ts';
import { loadTexts } from '#web/client/texts/load-texts.ts';

// First of all: that the application cannot be loaded is told too.
collectErrors();
// The texts of the language are asked for while the application is on its way, not after it.
void loadTexts(preferences.get().locale).catch(() => undefined);
// Not awaited: the application imports from this file's bundle, which would never be done.
void import('./application.tsx').then(({ showApplication }) => showApplication());
