import { navigationActing } from './navigation-acting.ts';
import { navigationBoard } from './navigation-board.ts';
import { navigationDetours } from './navigation-detours.ts';
import { navigationFiling } from './navigation-filing.ts';
import { navigationOrders } from './navigation-orders.ts';
import { navigationProposals } from './navigation-proposals.ts';
import { navigationReading } from './navigation-reading.ts';
import { navigationReport } from './navigation-report.ts';
import { navigationRoute } from './navigation-route.ts';
import { navigationStatus } from './navigation-status.ts';

/** Plans from their filing to their landing (specification §7, Navigation). */
export const navigation = {
  ...navigationFiling,
  ...navigationReading,
  ...navigationProposals,
  ...navigationDetours,
  ...navigationOrders,
  ...navigationStatus,
  ...navigationActing,
  ...navigationRoute,
  ...navigationReport,
  ...navigationBoard,
};
