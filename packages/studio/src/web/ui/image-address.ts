// Where images are.
import { host } from "./host.ts";

/** A data URI or an address elsewhere as it stands, else a file of the project; "" for what must not be loaded here. */
export function imageAddress(project: string, image: string): string | Promise<string> {
  if (/^data:image\/(png|jpeg|gif|webp|bmp|avif)/i.test(image)) return image;
  if (/^https:/i.test(image)) return host().showsRemoteImages ? image : "";
  return host().image(`/api/projects/${project}/image?name=${encodeURIComponent(image)}`);
}
