/** Whoever plans, decides or watches flights may read plans, within their rows. */
export const planReaders = ['Pages.Navigation', 'Pages.StandingNAircraft', 'Pages.FlightWatch.Navigation_3D'];

/** Bodies that stop or recall a flight in the air: air traffic control and airspace watch; no operator does. */
export const flightControllers = ['Pages.BaseManage.Craft_Audit', 'Pages.FlightWatch.Navigation_3D'];

/** Whoever makes plans; of which kind, each call and plan-editing.ts ask further. */
export const planMakers = ['Pages.Navigation.Create', 'Pages.StandingNAircraft.Create'];

/** Who acknowledges a stop or recall: users of the flight's operator with one of these. */
export const orderAcknowledgers = ['Pages.Navigation.Create'];

/** Who watches the air for everybody and says by hand what no source says of a flight; no operator does. */
export const airspaceWatch = ['Pages.FlightWatch.Navigation_3D'];
