import { addShowTab } from '#web/engine/show-tabs.ts';

/** What an evaluation's page shows beside its fields. Called once, before the first screen. */
export function addWhatIfParts(): void {
  addShowTab({
    key: 'result',
    titleKey: 'whatIf.result',
    opens: true,
    when: ({ resource }) => resource.name === 'whatIf',
    load: async () => ({ default: (await import('./result-tab.tsx')).ResultTab }),
  });
}
