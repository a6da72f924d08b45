/** Hands a file to the browser, which writes it where the user keeps downloads. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to write it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
