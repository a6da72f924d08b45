/** Sent by our own screens with each request: the history tells their changes from those of other programs. */
export const screenHeader = 'x-clearway-screen';
