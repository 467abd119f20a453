// Types of what Vite imports, such as style sheets.
/// <reference types="vite/client" />
