/** What a browser may show by itself. */
export function isShowable(mediaType: string): 'image' | 'pdf' | null {
  if (mediaType === 'application/pdf') return 'pdf';
  return mediaType.startsWith('image/') ? 'image' : null;
}
