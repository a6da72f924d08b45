export const createPermission = ['Pages.AirspaceApproval.Create'];
export const libraryPermission = ['Pages.AirspaceApproval.Library'];
export const watchPermission = ['Pages.AirspaceApproval'];
export const readPermission = [
  'Pages.AirspaceApproval',
  'Pages.Navigation',
  'Pages.StandingNAircraft',
  'Pages.FlightWatch.Navigation_3D',
];
