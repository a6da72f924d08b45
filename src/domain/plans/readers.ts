/** Whoever plans, decides or watches flights may read plans, within their rows. */
export const planReaders = ['Pages.Navigation', 'Pages.StandingNAircraft', 'Pages.FlightWatch.Navigation_3D'];

/** Whoever makes plans; of which kind, each call and plan-editing.ts ask further. */
export const planMakers = ['Pages.Navigation.Create', 'Pages.StandingNAircraft.Create'];
