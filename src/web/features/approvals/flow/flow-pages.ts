import type { Page } from '#web/ui/page.ts';

/** The drawing board of a flow, beside the screens that its record has anyway. */
export const flowPages: Page[] = [
  {
    path: '/permission/flowConfig/:id/design',
    permission: ['Pages.Operating.FlowConfig'],
    load: async () => ({ default: (await import('./design-page.tsx')).DesignPage }),
    titleKey: 'flow.design.page',
  },
];
