/** Who may see live targets. */
export const targetReaders = [
  'Pages.FlightWatch.Navigation_3D',
  'Pages.Navigation',
  'Pages.AirspaceApproval',
];
