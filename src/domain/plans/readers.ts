/** Whoever plans, decides or watches flights may read plans, within his rows. */
export const planReaders = ['Pages.Navigation', 'Pages.StandingNAircraft', 'Pages.FlightWatch.Navigation_3D'];
