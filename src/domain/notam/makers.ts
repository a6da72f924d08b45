/** Who issues NOTAMs by hand: whoever issues control notices. */
export const notamMakers = ['Pages.AirspaceApproval.Library'];
