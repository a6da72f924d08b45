/** The one tenant of an installation, by the tenancy name that ABP gives it. Everyone who is signed in belongs to it. */
export const theTenant = { id: 1, tenancyName: 'Default', name: 'Clearway' };
