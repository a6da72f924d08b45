/**
 * Routes of the specification whose screens a later step brings, by the number of the step in the roadmap. They are
 * not in the menu, and until then their paths are unknown ones. A screen that comes takes its line away; a test
 * compares the list with the specification's table.
 */
export const laterRoutes: Readonly<Record<number, readonly string[]>> = {
  5: ['/coordination/index', '/coordination/meeting', '/coordination/chat', '/coordination/detail'],
  6: [
    '/information/weatherInfor',
    '/information/infoMana',
    '/information/cAirport',
    '/statistics/NavigationBigData',
    '/statistics/navigationFSS',
    '/statistics/navigationFSSNew',
    '/statistics/softwareMonitor',
    '/governmentInformation',
    '/message/allmessage',
  ],
};

const paths = new Set(Object.values(laterRoutes).flat());

/** Whether a later step brings the screen. */
export function isLater(path: string): boolean {
  return paths.has(path);
}
