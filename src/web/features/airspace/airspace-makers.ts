/** Who enters an airspace: an applicant, and the keeper of the library, who changes what is approved as well. */
export const airspaceMakers = ['Pages.AirspaceApproval.Create', 'Pages.AirspaceApproval.Library'];
