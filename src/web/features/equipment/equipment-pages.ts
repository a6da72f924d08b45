import type { Page } from '#web/ui/page.ts';

/** How sources, gateways and terminals are (specification §2, equipmentMonitoring). */
export const equipmentPages: Page[] = [
  {
    path: '/statistics/equipmentMonitoring',
    permission: ['Pages.Statistics.SoftwareMonitor'],
    menu: { group: 'statistics', order: 58 },
    load: async () => ({ default: (await import('./equipment-page.tsx')).EquipmentPage }),
    titleKey: 'equipment.title',
  },
];
