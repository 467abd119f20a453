// Where pictures are.

/** An address or data URI as it stands, else a file of the project. */
export function pictureAddress(project: string, image: string): string {
  if (/^(https:|data:image\/(png|jpeg|gif|webp|bmp|avif))/i.test(image)) return image;
  return `/api/projects/${project}/picture?name=${encodeURIComponent(image)}`;
}
