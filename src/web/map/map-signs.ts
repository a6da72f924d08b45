/** Of the ring around the members of a group alert, pixels. */
export const groupDash = [2, 6];
